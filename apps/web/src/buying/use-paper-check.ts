import type { ArgsOf, DocumentVerdict } from '@postroom/contract/device-messages'
import { useState } from 'react'
import { useDevices } from '../device/device-context.tsx'
import type { Device } from '../device/device-line.tsx'
import { papersToCome, type ShipmentToCome } from '../printing/papers.ts'

/** A printer in the network may take two seconds to say that it does not answer. */
const CHECK_TIMEOUT_MS = 6_000

interface PaperCheck {
  isAsking: boolean
  /** What the printers said last, unless the paper fits. */
  doubts: readonly DocumentVerdict[]
  /** False when a printer cannot print what is to come; nobody's answer is no refusal: spec §5 decides then. */
  mayBuy: (shipment: ShipmentToCome) => Promise<boolean>
}

/** Asks the printers about the papers to come, before money moves. */
export function usePaperCheck(): PaperCheck {
  const { byKind } = useDevices()
  const [isAsking, setAsking] = useState(false)
  const [doubts, setDoubts] = useState<readonly DocumentVerdict[]>([])

  async function mayBuy(shipment: ShipmentToCome): Promise<boolean> {
    const papers = papersToCome(shipment)
    setAsking(true)
    const asked = [...Map.groupBy(papers, ({ kind }) => byKind[kind])].map(([device, own]) => verdictsOf(device, own))
    const verdicts = (await Promise.all(asked)).flat()
    setAsking(false)
    setDoubts(verdicts.filter(({ verdict }) => verdict !== 'fits'))
    return verdicts.every(({ verdict }) => verdict !== 'refused')
  }
  return { isAsking, doubts, mayBuy }
}

type Papers = ArgsOf<'print.check'>['documents']
const verdictsOf = (device: Device, papers: Papers): Promise<readonly DocumentVerdict[]> =>
  device.request('print.check', { documents: papers }, { timeoutMs: CHECK_TIMEOUT_MS }).then(
    ({ verdicts }) => verdicts,
    () => papers.map(({ kind }) => ({ kind, verdict: 'unknown' })),
  )
