import fs from 'node:fs'
import path from 'node:path'
import sea from 'node:sea'
import type { Release, ReleaseFile } from './release.ts'

/** How this program was installed, which decides who may replace it. */
export interface Installation {
  /**
   * `own`: one executable that its user may replace. `package`: a package manager or an administrator owns it. `sources`: run
   * by Node from a checkout, as a server does.
   */
  kind: 'own' | 'package' | 'sources'
  /** The executable. */
  program: string
  platform: string
}

/** Package managers own everything below it, also for root. */
const PACKAGED = '/usr/'

export function thisInstallation(program = process.execPath): Installation {
  const platform = `${process.platform}-${process.arch}`
  if (!sea.isSea()) return { kind: 'sources', program, platform }
  return { kind: isOwn(program) ? 'own' : 'package', program, platform }
}

function isOwn(program: string): boolean {
  if (program.startsWith(PACKAGED)) return false
  try {
    fs.accessSync(program, fs.constants.W_OK)
    fs.accessSync(path.dirname(program), fs.constants.W_OK)
    return true
  } catch {
    return false
  }
}

const KINDS: Record<Installation['kind'], readonly ReleaseFile['kind'][]> = {
  own: ['executable', 'installer', 'deb'],
  package: ['deb', 'installer'],
  sources: ['deb', 'installer', 'executable'],
}

/** The file of a release for an installation, the most suitable kind first. */
export const fileFor = ({ files }: Release, { kind, platform }: Installation): ReleaseFile | undefined =>
  KINDS[kind]
    .map((wanted) => files.find((file) => file.platform === platform && file.kind === wanted))
    .find((file) => file !== undefined)
