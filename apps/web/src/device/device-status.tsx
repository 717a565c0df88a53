import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from './device-connector.tsx'
import { readyPrinters, secondsUntil } from './device-state.ts'

/** The state of a device manager as text: 'Reception PC · 3 printers ready'. */
export function useDeviceText(device: Device): { text: string; tone: 'good' | 'warn' | 'neutral' } {
  const { t } = useTranslation()
  const { state, hub, printers, isPaused, retryAt } = device
  const retryInS = useSecondsUntil(retryAt)
  const alias = hub?.alias ?? ''
  const count = readyPrinters(printers).length
  switch (state) {
    case 'connected':
      if (isPaused) return { text: t('device.status.paused', { alias }), tone: 'warn' }
      return count > 0
        ? { text: t('device.status.connected', { alias, count }), tone: 'good' }
        : { text: t('device.status.connected_none', { alias }), tone: 'warn' }
    case 'not_connected':
      return { text: t('device.status.not_connected', { count: retryInS }), tone: 'warn' }
    case 'denied':
      return { text: t('device.status.denied'), tone: 'warn' }
    case 'connecting':
    case 'no_hub':
      return { text: t(`device.status.${state}`), tone: 'neutral' }
  }
}

/** Counts down to an instant in whole seconds; 0 when there is none. */
const useSecondsUntil = (instant: number | undefined): number =>
  useSyncExternalStore(everySecond, () => (instant === undefined ? 0 : secondsUntil(instant, Date.now())))

function everySecond(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1_000)
  return () => clearInterval(timer)
}
