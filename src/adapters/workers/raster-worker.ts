// The thread that turns drawings into PNG: a drawing in, PNG by day and by night out.
import type { Drawing } from '#core/picture/drawing.ts';
import { composed } from './composition.ts';
import { pngs } from './png.ts';
import { answerRequests } from './thread.ts';

answerRequests(drawing => pngs(composed(drawing as Drawing)));
