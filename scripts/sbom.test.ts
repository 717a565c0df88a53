import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from './sbom.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

test('the bill of materials has each package that ships, with version and hash, and none of our tools', () => {
  const { bomFormat, components } = billOfMaterials()
  expect(bomFormat).toBe('CycloneDX')
  const found = new Map(components.map((component) => [component.purl, component]))
  for (const home of fs.globSync('{apps,packages}/*/package.json', { cwd: ROOT })) {
    const manifest = JSON.parse(fs.readFileSync(path.join(ROOT, home), 'utf8')) as Record<string, object>
    const direct = Object.entries({ ...manifest['dependencies'], ...manifest['optionalDependencies'] })
    for (const [name, version] of direct.filter(([one]) => !one.startsWith('@postroom/'))) {
      const purl = `pkg:npm/${name.replace('@', '%40')}@${String(version)}`
      expect(found.get(purl), purl).toMatchObject({ hashes: [{ alg: 'SHA-512' }] })
    }
  }
  const names = new Set(components.map(({ name }) => name))
  expect(['vitest', 'playwright', 'oxlint'].filter((tool) => names.has(tool))).toEqual([])
})
