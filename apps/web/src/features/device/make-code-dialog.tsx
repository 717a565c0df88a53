import { makeEnrolmentCode } from '@postroom/contract/enrolment'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { FormActs } from '../../ui/form-acts.tsx'
import { ShownSecret } from '../../ui/shown-secret.tsx'
import { TextField } from '../../ui/text-field.tsx'
import css from './device-preferences-page.module.css'
import { useMakeEnrolmentCode } from './enrolment-queries.ts'

const USUAL = { devices_max: '10', days: '7' }
const FIELDS = [
  ['devices_max', 'devices'],
  ['days', 'days'],
] as const

/** Makes an enrolment code, and then shows it, once. */
export function MakeCodeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const make = useMakeEnrolmentCode()
  const [form, setForm] = useState(USUAL)
  const [wrong, setWrong] = useState<readonly unknown[]>([])

  function submit(event: SyntheticEvent): void {
    event.preventDefault()
    const asked = { devices_max: Number(form.devices_max), days: Number(form.days) }
    const read = makeEnrolmentCode.body.safeParse(asked)
    setWrong(read.error?.issues.map(({ path }) => path[0]) ?? [])
    if (read.success) make.mutate({ body: read.data })
  }

  if (make.data)
    return (
      <Dialog title={t('device.enrol.made')} isOpen onClose={onClose}>
        <ShownSecret secret={make.data.code} onDone={onClose}>
          <p>{t('device.enrol.use')}</p>
          <code className={css.command}>{`/S /SERVER=${location.origin} /CODE=${make.data.code}`}</code>
        </ShownSecret>
      </Dialog>
    )
  return (
    <Dialog title={t('device.enrol.make_title')} isOpen onClose={onClose}>
      <form className={css.stack} noValidate onSubmit={submit}>
        <FieldGrid>
          {FIELDS.map(([name, words]) => (
            <TextField
              key={name}
              name={name}
              label={t(`device.enrol.${words}`)}
              description={t(`device.enrol.${words}_hint`)}
              error={wrong.includes(name) ? t(`device.enrol.${words}_wrong`) : undefined}
              value={form[name]}
              onChange={(value) => setForm({ ...form, [name]: value })}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              isRequired
            />
          ))}
        </FieldGrid>
        <FormActs submit={t('device.enrol.make')} isPending={make.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
