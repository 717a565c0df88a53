import { execFileSync } from 'node:child_process'
import { openJournal } from '../jobs/journal.ts'
import { aJob } from './a-job.ts'

/**
 * Writes jobs until their journal cannot grow, as on a full disk, and then one more with room again. Run under
 * `ulimit -S -f` as node write-until-full.ts FOLDER. Prints the job that could not be written, and the last one.
 */
const journal = openJournal(process.argv[2] ?? '')
let count = 0
try {
  for (;;) journal.write(aJob(`job-${++count}`))
} catch {
  execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited:'])
}
journal.write(aJob(`job-${count + 1}`))
process.stdout.write(JSON.stringify({ refused: `job-${count}`, last: `job-${count + 1}` }))
