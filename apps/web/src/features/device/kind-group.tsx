import type { PrinterKind } from '@postroom/domain/catalogue/packaging'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDevices } from '../../device/device-context.tsx'
import { hubsQuery } from '../../device/device-queries.ts'
import { Select } from '../../ui/select.tsx'
import css from './device-preferences-page.module.css'

/** The settings of one kind of printer, under its heading. */
export function KindGroup({ kind, children }: { kind: PrinterKind; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.kind}>
      <legend className={css.legend}>{t(`device.kind.${kind}`)}</legend>
      <PrintAtSelect kind={kind} />
      {children}
    </fieldset>
  )
}

/** Chooses the workstation that prints a kind, for this browser. Hidden while only one is paired. */
function PrintAtSelect({ kind }: { kind: PrinterKind }) {
  const { t } = useTranslation()
  const hubs = useQuery(hubsQuery()).data?.data ?? []
  const { main, byKind, choose } = useDevices()
  if (hubs.length < 2 || !main.hub) return null
  const { id: here, alias } = main.hub
  return (
    <Select
      name={`${kind}-place`}
      label={t('device.print_at')}
      hint={t('device.print_at_hint')}
      value={byKind[kind].hub?.id ?? here}
      onChange={(id) => choose(kind, id === here ? undefined : id)}
      options={[
        { value: here, label: t('device.this_workstation', { alias }) },
        ...hubs.filter(({ id }) => id !== here).map((hub) => ({ value: hub.id, label: hub.alias })),
      ]}
    />
  )
}
