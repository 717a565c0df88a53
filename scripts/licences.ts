import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const HOME = path.join(ROOT, 'apps/device-manager')
const TEXTS = path.join(HOME, 'packaging/licences')
const OURS = '@postroom/'
const LICENCE_SECTION = /^#+ licen[cs]e\b[^]*Permission is hereby granted[^]*/im
/** A package under two licences to choose from has a file for each. */
const LICENCE_FILE = /^(?:licen[cs]e(?:-mit)?|copying)(?:\.\w+)?$/i
const README = /^readme(?:\.md)?$/i

export interface Package {
  name: string
  version: string
  folder: string
  /** Older packages have an object, or a list to choose from. */
  license?: string | { type: string } | string[]
}

/** The folder of an installed package, resolved from the package `neededBy`. */
export function folderOf(name: string, neededBy: string): string {
  const folders = createRequire(path.join(neededBy, 'package.json')).resolve.paths(`${name}/`) ?? []
  const found = folders.map((folder) => path.join(folder, name)).find((folder) => fs.existsSync(folder))
  if (!found) throw new Error(`${name} is not installed: npm install`)
  return fs.realpathSync(found)
}

export const neededIn = (folder: string): string[] => Object.keys(manifestOf(folder).dependencies ?? {})

/** The third-party dependencies of the workspaces in `homes`, direct and indirect, by name. */
export function packagesInside(homes: readonly string[] = [HOME]): Package[] {
  const found = new Map<string, Package>()
  const visit = (folder: string): void => {
    if (found.has(folder)) return
    found.set(folder, { ...manifestOf(folder), folder })
    for (const needed of neededIn(folder)) visit(folderOf(needed, folder))
  }
  for (const home of homes) visit(home)
  return [...found.values()]
    .filter(({ name }) => !name.startsWith(OURS))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The library that calls Windows. It is not bundled: only the Windows executable has it, as a file inside. */
export function koffiPackage(): Package {
  const folder = folderOf('koffi', HOME)
  return { ...manifestOf(folder), license: 'MIT', folder }
}

/**
 * The licence of every dependency in a build of the device manager; `others` are inside without being bundled, and `node` is
 * there for another version than the one that runs.
 * @throws Error when a licence is missing, or when `bundled`, the files in the program, belong to a package not listed
 */
export function copyrightText(
  bundled: readonly string[],
  { others = [], node }: { others?: readonly Package[]; node?: Section } = {},
): string {
  const packages = [...packagesInside(), ...others]
  const folders = packages.map(({ folder }) => folder + path.sep)
  const stray = bundled.find(
    (file) => file.includes('/node_modules/') && !folders.some((folder) => file.startsWith(folder)),
  )
  if (stray !== undefined) throw new Error(`No licence is known for ${stray}`)
  const sections = [
    ...programsInside(node),
    ...packages.map(({ name, version, folder }) => ({ title: `${name} ${version}`, text: licenceIn(folder) })),
  ]
  return [fs.readFileSync(path.join(TEXTS, 'postroom.txt'), 'utf8'), ...sections.map(sectionText)].join('\n')
}

interface Section {
  title: string
  text: string
}

/** What is inside besides packages, with its licence. */
export const programsInside = (node = runningNode()): Section[] => [
  node,
  { title: 'PDFium', text: textIn('pdfium.txt') },
  { title: 'ZXing-C++', text: textIn('zxing-cpp.txt') },
]

const runningNode = (): Section => ({
  title: `Node.js ${process.versions.node}`,
  text: textIn(`node-${process.version}.txt`),
})

export const sectionText = ({ title, text }: Section): string =>
  `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}\n\n${text.trim()}\n`

export function textIn(name: string): string {
  const file = path.join(TEXTS, name)
  if (!fs.existsSync(file)) throw new Error(`${path.relative(ROOT, file)} is missing: see the README beside it`)
  return fs.readFileSync(file, 'utf8')
}

function licenceIn(folder: string): string {
  const text = ownLicence(folder)
  if (text === undefined) throw new Error(`${folder} has no licence text`)
  return text
}

/** The licence file of a package, or else the licence section of its README. */
export function ownLicence(folder: string): string | undefined {
  const names = fs.readdirSync(folder)
  const file = names.find((name) => LICENCE_FILE.test(name))
  if (file !== undefined) return fs.readFileSync(path.join(folder, file), 'utf8')
  const readme = names.find((name) => README.test(name))
  return readme === undefined
    ? undefined
    : LICENCE_SECTION.exec(fs.readFileSync(path.join(folder, readme), 'utf8'))?.[0]
}

const manifestOf = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package & {
    dependencies?: Record<string, string>
  }
