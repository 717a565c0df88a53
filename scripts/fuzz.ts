import { spawnSync } from 'node:child_process'

/** `npm run fuzz -- 100000`: that many generated requests against a whole server; FUZZ_SEED chooses others. */
const [requests = '100000'] = process.argv.slice(2)
const { status } = spawnSync('vitest', ['run', '--project', 'server', 'apps/server/src/http/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests },
})
process.exitCode = status ?? 1
