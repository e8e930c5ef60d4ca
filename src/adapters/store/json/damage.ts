// A fault of the data on disk, told to the operator in one sentence: which file, what is wrong, what to do.

export class DamagedData extends Error {
  constructor(file: string, what: string) {
    super(
      `${file} is damaged: ${what}. Put a copy from a backup in its place, or move the file away, and start again.`,
    );
    this.name = 'DamagedData';
  }
}
