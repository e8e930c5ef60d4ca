// The pages disconnect a visitor who does not read: in real time, since the buffers of the machine fill first.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { lab } from '#test/service/lab.ts';
import { website } from './website.ts';

it('a visitor who does not read is disconnected', async () => {
  const quick = await website(lab(), { silentMs: 300 });
  const socket = connect(quick.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  // More bytes than the buffers of the machine hold. One request at a time, since each ends the idle time of the connection.
  const size = (await quick.text('/assets/boards/nex.js')).length;
  const count = Math.ceil(8_000_000 / size);
  for (let i = 0; i < count; i++) {
    socket.write('GET /assets/boards/nex.js HTTP/1.1\r\nHost: x\r\n\r\n');
    await sleep(4);
  }
  await sleep(1_500);
  let heard = 0;
  socket.on('data', bytes => (heard += bytes.length));
  const isOver = new Promise(resolve => socket.once('close', resolve));
  socket.resume();
  await Promise.race([isOver, sleep(2_000)]);
  expect(heard).toBeLessThan(count * size);
  socket.destroy();
  await quick.close();
});
