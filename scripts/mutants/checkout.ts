import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
/** Called without npx, which takes longer to start than the linter takes for one module. */
const LINTER = path.join(ROOT, 'node_modules/.bin/oxlint')

/** A temporary copy of the last commit; its packages are links into this checkout. */
export interface Checkout {
  folder: string
  /** Its TypeScript modules, relative to `folder`. */
  modules: string[]
  /** Types and lint of one module. */
  compiles(file: string): Promise<boolean>
  remove(): void
}

export function copyCheckout(): Checkout {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-mutants-'))
  fs.chmodSync(folder, 0o755) // PostgreSQL may run under another account, which must be able to read the copy
  git('worktree', 'add', '--quiet', '--detach', folder, 'HEAD')
  const files = git('ls-files').split('\n')
  for (const workspace of files
    .filter((file) => path.basename(file) === 'package.json')
    .map((file) => path.dirname(file)))
    linkPackages(path.join(ROOT, workspace, 'node_modules'), path.join(folder, workspace, 'node_modules'))
  linkWindows(path.join(ROOT, WINDOWS), path.join(folder, WINDOWS))
  return {
    folder,
    modules: files.filter((file) => /\.tsx?$/.test(file) && fs.existsSync(path.join(folder, file))),
    compiles: async (file) => {
      const lint = spawn(LINTER, ['--type-aware', '--type-check', file], { cwd: folder, stdio: 'ignore' })
      const [code] = (await once(lint, 'close')) as [number | null]
      return code === 0
    },
    remove: () => void git('worktree', 'remove', '--force', folder),
  }
}

/** The project's own packages are relative links, so they lead into the copy. */
function linkPackages(from: string, to: string): void {
  if (!fs.existsSync(from)) return
  fs.mkdirSync(to)
  for (const name of fs.readdirSync(from)) {
    if (name === '@postroom')
      fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true, verbatimSymlinks: true })
    else if (!name.startsWith('.') || name === '.bin') fs.symlinkSync(path.join(from, name), path.join(to, name))
  }
}

/** Node for Windows and its files under Wine, without which the tests of Windows are skipped. */
const WINDOWS = '.test/wine'

function linkWindows(from: string, to: string): void {
  if (!fs.existsSync(from)) return
  fs.mkdirSync(to, { recursive: true })
  for (const name of ['node_modules', 'prefix']) fs.symlinkSync(path.join(from, name), path.join(to, name))
}

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
