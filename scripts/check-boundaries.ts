import { spawnSync } from 'node:child_process'

interface Cruise {
  summary: {
    totalCruised: number
    error: number
    violations: { from: string; to: string; rule: { name: string; severity: string } }[]
  }
}

// dependency-cruiser succeeds when it finds no modules, so a wrong path would pass unnoticed.
const FEWEST_MODULES = 100

const run = spawnSync('npx', ['depcruise', 'apps', 'packages', '--output-type', 'json'], {
  encoding: 'utf8',
  maxBuffer: 64 << 20,
})
const { summary } = JSON.parse(run.stdout) as Cruise
for (const { rule, from, to } of summary.violations)
  process.stderr.write(`${rule.severity} ${rule.name}: ${from} → ${to}\n`)
process.stdout.write(`boundaries: ${summary.totalCruised} modules, ${summary.error} violations\n`)
if (summary.totalCruised < FEWEST_MODULES || summary.error > 0) process.exitCode = 1
