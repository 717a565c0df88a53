import fs from 'node:fs'
import path from 'node:path'
import { folderOf, neededIn } from '../licences.ts'
import { ROOT } from './places.ts'

const HUB = path.join(ROOT, 'packages/hub')
/** Files of a shipped dependency that only its developers need. */
const FOR_DEVELOPERS = /(?:^|\/)(?:tests?|docs|examples?|test\.js|\.\w+(?:\.yml)?|appveyor\.yml)(?:\/|$)/

/**
 * Copies the PubNub SDK and its dependencies into the folder of the program. Its licence allows unmodified copies only, so it
 * cannot be bundled. Tests and examples of its dependencies are left out.
 */
export const copyPubNub = (folder: string): void => copyUnchanged('pubnub', HUB, path.join(folder, 'node_modules'))

function copyUnchanged(name: string, neededBy: string, into: string): void {
  const found = folderOf(name, neededBy)
  const isWanted = (file: string) => name === 'pubnub' || !FOR_DEVELOPERS.test(path.relative(found, file))
  fs.cpSync(found, path.join(into, name), { recursive: true, filter: isWanted })
  for (const needed of neededIn(found)) copyUnchanged(needed, found, into)
}
