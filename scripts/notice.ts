import fs from 'node:fs'
import path from 'node:path'
import {
  koffiPackage,
  ownLicence,
  packagesInside,
  programsInside,
  sectionText,
  textIn,
  type Package,
} from './licences.ts'

/** Writes NOTICE: the licences of everything by others that Postroom ships. */

const ROOT = path.resolve(import.meta.dirname, '..')
const SHIPPED = ['apps/server', 'apps/web', 'apps/device-manager'].map((home) => path.join(ROOT, home))
const HEAD = `Postroom
Copyright 2026 the Postroom authors. Licensed under the Apache License, Version 2.0: see LICENSE.

Server, web app and device manager hold the programs of others that follow, each under its own licence. Files of PubNub
are unchanged and for use with PubNub's service only. \`npm run notice\` writes this file.
`

interface Shipped {
  /** With its version. */
  name: string
  licence: string
  text: string
}

/**
 * All packages that ship. Compiled ones exist for each system, and only ours is installed: of these the package that
 * chooses among them is listed, and its text holds for all.
 */
export function shippedPackages(): Shipped[] {
  const packages = packagesInside(SHIPPED)
  return [...packages, koffiPackage()].map(({ name, version: its, license = 'unknown', folder }) => {
    const licence = licenceName(license)
    const text = ownLicence(folder) ?? `Its package has no text of its licence, and names it: ${licence}.`
    return { name: `${name} ${its}`, licence, text }
  })
}

/** Older packages name their licence by an object, or a choice by a list. */
function licenceName(license: NonNullable<Package['license']>): string {
  if (typeof license === 'string') return license
  return Array.isArray(license) ? `(${license.join(' OR ')})` : license.type
}

/** The notice. Packages with the same text share it. */
export function noticeText(): string {
  const packages = Object.values(Object.groupBy(shippedPackages(), ({ text }) => text.replace(/\s+/g, ' ').trim()))
  const sections = packages.map((same = []) => ({
    title: same.map(({ name, licence }) => `${name} (${licence})`).join('\n'),
    text: same[0]?.text ?? '',
  }))
  const database = { title: 'PostgreSQL', text: textIn('postgresql.txt') }
  return [HEAD, ...[...programsInside(), database, ...sections].map(sectionText)].join('\n')
}

if (import.meta.main) fs.writeFileSync(path.join(ROOT, 'NOTICE'), noticeText())
