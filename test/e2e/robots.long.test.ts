// Robots by mail at a service in a folder.
import { afterAll, beforeAll, describe } from 'vitest';
import { folderHome } from './home.ts';
import { builtProgram, type Program } from './program.ts';
import { testRobots } from './robots.ts';

let program: Program;
beforeAll(() => {
  program = builtProgram();
});
afterAll(() => program.remove());

describe('a robot by mail', () => testRobots(folderHome(() => program)));
