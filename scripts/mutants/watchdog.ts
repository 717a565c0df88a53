import { Worker } from 'node:worker_threads'

/**
 * Loaded into the process of every test file: kills it when its event loop is blocked for so long, as by an endless
 * loop.
 */
const STILL_S = 30

const beats = new Int32Array(new SharedArrayBuffer(4))
setInterval(() => Atomics.add(beats, 0, 1), 1000).unref()
const watch = `
  const { workerData } = require('node:worker_threads')
  let seen = 0, still = 0
  setInterval(() => {
    const beats = Atomics.load(workerData, 0)
    still = beats === seen ? still + 1 : 0
    seen = beats
    if (still > ${STILL_S}) process.kill(process.pid, 'SIGKILL')
  }, 1000)`
new Worker(watch, { eval: true, workerData: beats }).unref()
