import type { Hub } from '@postroom/contract/hub'
import { useCallback, useEffect, useState } from 'react'
import { i18next } from '../i18n.ts'
import { showToast } from '../ui/toast-queue.ts'
import { keepChoice, keptChoices, lostChoices, mainHub, type Place } from './hub-choice.ts'

/** Which device managers this browser prints with. A choice that is no longer paired is reported and removed. */
export function useHubChoices(hubs: readonly Hub[] | undefined) {
  const [choices, setChoices] = useState(() => keptChoices(localStorage))
  const main = hubs && mainHub(hubs, choices)

  const choose = useCallback(
    (place: Place, hubId?: string) => {
      // 'this workstation' must not change by itself when it is off for a while
      if (place !== 'main' && main) keepChoice(localStorage, 'main', main.id)
      keepChoice(localStorage, place, hubId)
      setChoices(keptChoices(localStorage))
    },
    [main],
  )
  useEffect(() => {
    const lost = hubs ? lostChoices(hubs, choices) : []
    if (lost.length === 0) return
    for (const place of lost) {
      // the replacement named in the message stays chosen
      keepChoice(localStorage, place, place === 'main' ? main?.id : undefined)
      if (main) notifyLost(place, main)
    }
    // oxlint-disable-next-line react/set-state-in-effect -- it was unpaired elsewhere, which triggers no event on this page
    setChoices(keptChoices(localStorage))
  }, [hubs, main, choices])
  return { choices, choose }
}

function notifyLost(place: Place, { alias }: Hub): void {
  const { t } = i18next
  const text =
    place === 'main' ? t('device.lost', { alias }) : t('device.lost_kind', { alias, kind: t(`printing.kind.${place}`) })
  showToast({ tone: 'warn', text })
}
