import type { UpdateTimings } from './update/automatic-update.ts'
import type { Installation } from './update/installation.ts'

/** What distinguishes one copy of the program from another. */
export interface ProgramFacts {
  version: string
  /** Raw Ed25519, base64url; a build without one checks for no releases. */
  releaseKey: string | undefined
  installed: Installation
  /** What it was started with, for a restart. */
  args: readonly string[]
  updateTimings: UpdateTimings
}
