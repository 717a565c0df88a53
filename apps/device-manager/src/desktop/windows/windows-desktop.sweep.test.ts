import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { runOnWindows, whyNoWindows } from '../../testing/wine.ts'
import type { TrayReport } from '../../testing/windows-tray.ts'

const noScreen = spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error && 'Xvfb is not installed'
const reason = whyNoWindows() ?? noScreen
if (reason) process.stderr.write(`The test of the Windows tray is skipped: ${reason}.\n`)

/** A screen in memory. */
async function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x600x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  const stop = async () => {
    const gone = once(screen, 'exit')
    screen.kill()
    await gone
  }
  return { display: `:${number.toString().trim()}`, stop }
}

describe.skipIf(reason !== undefined)('the tray icon of Windows, under Wine', () => {
  test('appears, changes, notifies, opens the page on a click, and returns after a restart of Explorer', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postroom-tray-'))
    const screen = await startScreen()
    try {
      const file = path.join(folder, 'report.json')
      const program = path.resolve(import.meta.dirname, '../../testing/windows-tray.ts')
      await runOnWindows(program, [file], { DISPLAY: screen.display })
      const report = JSON.parse(fs.readFileSync(file, 'utf8')) as TrayReport
      // added, changed, notified, added again after the restart (a no to an icon that is still there), deleted
      expect(report.answers).toEqual([true, true, true, expect.any(Boolean), true])
      expect(report.opened).toBe(2)
    } finally {
      await screen.stop()
      fs.rmSync(folder, { recursive: true })
    }
  }, 180_000)
})
