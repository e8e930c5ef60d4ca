// The thread in which engines think: a thought in, a move out.
import type { Thought } from '../../service/ports.ts';
import { answering } from '../thread.ts';
import { thinking } from './thought.ts';

const think = thinking(() => performance.now());

answering(thought => think(thought as Thought));
