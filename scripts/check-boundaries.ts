import { spawnSync } from 'node:child_process'
import path from 'node:path'

interface Cruise {
  modules: { source: string }[]
  summary: {
    totalCruised: number
    error: number
    violations: { from: string; to: string; rule: { name: string; severity: string } }[]
  }
}

// dependency-cruiser succeeds when it finds no modules, so a wrong path would pass unnoticed.
const FEWEST_MODULES = 100
/** The most product files in one folder. A folder with more is split into folders with names. */
const MOST_FILES = 25
/** Without a limit: one file for each noun or control, found by its name. */
const FLAT = ['packages/contract/src', 'apps/web/src/ui']
const PRODUCT = /^(?:apps|packages)\/[^/]+\/src\/(?!.*(?:\btesting\/|\.test\.|\.d\.ts)).*\.tsx?$/

const run = spawnSync('npx', ['depcruise', 'apps', 'packages', '--output-type', 'json'], {
  encoding: 'utf8',
  maxBuffer: 64 << 20,
})
const { modules, summary } = JSON.parse(run.stdout) as Cruise
const product = modules.map(({ source }) => source).filter((source) => PRODUCT.test(source))
const crowded = [...Map.groupBy(product, (file) => path.dirname(file))].filter(
  ([folder, files]) => files.length > MOST_FILES && !FLAT.includes(folder),
)
for (const { rule, from, to } of summary.violations)
  process.stderr.write(`${rule.severity} ${rule.name}: ${from} → ${to}\n`)
for (const [folder, files] of crowded)
  process.stderr.write(`error crowded-folder: ${folder} has ${files.length} files, at most ${MOST_FILES}\n`)
process.stdout.write(
  `boundaries: ${summary.totalCruised} modules, ${summary.error} violations, ${crowded.length} crowded folders\n`,
)
if (summary.totalCruised < FEWEST_MODULES || summary.error + crowded.length > 0) process.exitCode = 1
