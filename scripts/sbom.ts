import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Writes the bill of materials of what ships, as CycloneDX, into dist. */

const ROOT = path.resolve(import.meta.dirname, '..')
const FILE = path.join(ROOT, 'dist/postroom.cdx.json')
/** How npm marks what only developers need. Its own `--omit dev` also leaves out what ships and developers need too. */
const FOR_DEVELOPERS = 'cdx:npm:package:development'

interface Component {
  name: string
  purl: string
  'bom-ref': string
  properties: { name: string }[]
}
interface Bill {
  bomFormat: string
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** What npm lists, without the tools of developers. */
export function billOfMaterials(): Bill {
  const asked = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const bill = JSON.parse(execFileSync('npm', asked, { cwd: ROOT, encoding: 'utf8', maxBuffer: 32_000_000 })) as Bill
  const tools = bill.components.filter(({ properties }) => properties.some(({ name }) => name === FOR_DEVELOPERS))
  const left = new Set(tools.map((tool) => tool['bom-ref']))
  return {
    ...bill,
    components: bill.components.filter((component) => !left.has(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((needed) => !left.has(needed)) })),
  }
}

if (import.meta.main) {
  fs.mkdirSync(path.dirname(FILE), { recursive: true })
  fs.writeFileSync(FILE, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
}
