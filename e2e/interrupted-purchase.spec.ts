import { pairByApi, startDeviceManager } from './support/device-manager.ts'
import { expect, test } from './support/fixtures.ts'
import { interruptedPurchase, type Interruption } from './support/interrupted-purchase.ts'
import { startPostroom } from './support/postroom.ts'

/** One of each kind; the sweep has twenty at random moments. */
const CASES: readonly [interruption: Interruption, afterMs: number][] = [
  ['tab closed', 250],
  ['browser killed', 600],
  ['device manager killed', 450],
]

test('offers the label on the next page when tab, browser or device manager ended after Ctrl+Enter', async ({
  context,
  launchOptions,
}) => {
  test.setTimeout(240_000)
  const postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  const device = await startDeviceManager(postroom)
  try {
    await pairByApi(postroom, device)
    for (const [interruption, afterMs] of CASES) {
      const outcome = await interruptedPurchase({ postroom, device, context, launchOptions }, { interruption, afterMs })
      expect(outcome, interruption).toMatch(/printed|printer|nothing bought/)
    }
  } finally {
    await device.kill()
    await postroom.stop()
  }
})
