// The types of fs-native-extensions that are used here. The package has none.
declare module 'fs-native-extensions' {
  /** An exclusive lock on the whole open file. False: another open file holds it. It ends with the open file, or the process. */
  export function tryLock(descriptor: number): boolean;
}
