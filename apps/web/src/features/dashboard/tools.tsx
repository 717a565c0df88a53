import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import css from './dashboard.module.css'
import { OwnDatesDialog } from './own-dates-dialog.tsx'
import { earlier, later, periodText, presetAt, PRESETS } from './periods.ts'
import type { useDashboard } from './use-dashboard.ts'

type ToolsProps = Pick<ReturnType<typeof useDashboard>, 'today' | 'period' | 'query' | 'choices' | 'save' | 'ask'>

/** A period that has no name, reached by the arrows or by an address. */
const OTHER = 'other'
/** Asks for one. */
const OWN = 'own'
const ALL = 'all'

/** The period, whose purchases, and the same figures as a file. */
export function Tools({ today, period, query, choices, save, ask }: ToolsProps) {
  const { t, i18n } = useTranslation()
  const [asks, setAsks] = useState(false)
  const written = periodText(period, i18n.language)
  const named = PRESETS.find((preset) => {
    const { from, to } = presetAt(preset, today)
    return from === period.from && to === period.to
  })
  const next = later(period, today)
  return (
    <div className={css.tools}>
      <div className={css.period}>
        <IconButton icon={ChevronLeft} label={t('dashboard.earlier')} onPress={() => ask({ ...earlier(period) })} />
        <Select<string>
          name="period"
          label={t('dashboard.period')}
          value={named ?? OTHER}
          onChange={(preset) => {
            if (preset === OWN) setAsks(true)
            const wanted = PRESETS.find((one) => one === preset)
            if (wanted) ask({ ...presetAt(wanted, today) })
          }}
          options={[
            ...(named ? [] : [{ value: OTHER, label: written }]),
            ...PRESETS.map((preset) => ({
              value: preset,
              label: t(`dashboard.preset.${preset}`, { period: periodText(presetAt(preset, today), i18n.language) }),
            })),
            { value: OWN, label: t('dashboard.own_dates') },
          ]}
        />
        <IconButton
          icon={ChevronRight}
          label={t('dashboard.later')}
          isDisabled={!next}
          onPress={() => next && ask({ ...next })}
        />
      </div>
      {(['costcenter', 'person'] as const).map((part) => (
        <Select<string>
          key={part}
          name={part}
          label={t(`dashboard.filter.${part}`)}
          value={query[part] ?? ALL}
          onChange={(id) => ask({ [part]: id === ALL ? '' : id })}
          options={[
            { value: ALL, label: t(`dashboard.all.${part}`) },
            ...chosenOf(part === 'costcenter' ? choices?.cost_centers : choices?.people),
          ]}
        />
      ))}
      <Button icon={Download} isPending={save.isPending} onPress={() => save.mutate()}>
        {t('dashboard.save_csv')}
      </Button>
      {asks && <OwnDatesDialog period={period} onChoose={(own) => ask({ ...own })} onClose={() => setAsks(false)} />}
    </div>
  )
}

const chosenOf = (rows: readonly { id: string | null; name: string }[] = []) =>
  rows.flatMap(({ id, name }) => (id === null ? [] : [{ value: id, label: name }]))
