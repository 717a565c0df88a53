import type { Scale } from '@postroom/contract/device-messages'
import type { TFunction } from 'i18next'
import { Scale as ScaleIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDevice } from '../device/device-context.tsx'
import { writtenWeight } from '../formats/written-weight.ts'
import { Button } from '../ui/button.tsx'
import css from './scale-weight.module.css'

/** Fills in the weight once the scale of the device manager is stable. Renders nothing without a scale. */
export function ScaleWeight({ value, onChange }: { value: string; onChange: (grams: string) => void }) {
  const { t, i18n } = useTranslation()
  const { scale } = useDevice()
  if (!scale) return null
  const { state, grams } = scale
  const isTaken = value === String(grams)
  return (
    <div className={css.scale}>
      <Button
        icon={ScaleIcon}
        // a touched scale becomes stable again; until then the button keeps its focus
        isPending={state === 'moving'}
        isDisabled={state === 'zero' || state === 'fault'}
        onPress={() => onChange(String(grams))}
      >
        {t('shipping.scale_take')}
      </Button>
      <output className={css.text}>{textFor(scale, isTaken, t, i18n.language)}</output>
    </div>
  )
}

function textFor({ state, grams, fault }: Scale, isTaken: boolean, t: TFunction, language: string): string {
  if (fault) return t(`shipping.scale_faults.${fault}`)
  if (grams === undefined) return t(state === 'moving' ? 'shipping.scale_moving' : 'shipping.scale_empty')
  return t(isTaken ? 'shipping.scale_taken' : 'shipping.scale_weight', { weight: writtenWeight(grams, language) })
}
