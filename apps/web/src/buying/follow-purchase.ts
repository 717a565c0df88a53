import { purchaseStep, type Attempt, type PurchaseStep } from './purchase-step.ts'

export type PurchaseEnd = Exclude<PurchaseStep, { next: 'retry' }>

/** Repeats the same purchase until its outcome is known or the minute is over. @param parts clock and random numbers, for tests */
export async function followPurchase(
  attempt: () => Promise<Attempt>,
  parts: { now: () => number; random: () => number; wait: (ms: number) => Promise<unknown> },
): Promise<PurchaseEnd> {
  const started = parts.now()
  for (let attempts = 0; ; attempts += 1) {
    const step = purchaseStep(await attempt(), attempts, parts.now() - started, parts.random())
    if (step.next !== 'retry') return step
    await parts.wait(step.waitMs)
  }
}
