import { SERVICE_CODES } from '@postroom/domain/catalogue/services'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { useUserData } from '../../session/user-data.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LETTER_FORMATS, type LettersForm } from './letters-form.ts'

const NAME_CHARS = 40
const MOST_PRESETS = 20

/** The choices that come again; neither the day nor the number of labels. */
const presetSchema = z.object({
  name: z.string(),
  packaging: z.enum(LETTER_FORMATS),
  weight: z.string(),
  service: z.enum(['', ...SERVICE_CODES]),
  label_name: z.string(),
  slogan: z.string(),
  return_address: z.string(),
  costcenter: z.string(),
})
const presetsSchema = z.array(presetSchema).max(MOST_PRESETS)
type Preset = z.output<typeof presetSchema>

const usePresets = () => useUserData('letters.presets', presetsSchema)

/** Fills in a preset. Renders nothing while there is none. */
export function PresetsMenu({ form }: { form: UseFormReturn<LettersForm> }) {
  const { t } = useTranslation()
  const { data } = usePresets()
  if (!data?.length) return null
  function apply(name: string): void {
    const { name: _name, ...values } = data!.find((preset) => preset.name === name)!
    for (const [field, value] of Object.entries(values)) form.setValue(field as keyof LettersForm, value)
  }
  return (
    <Select
      name="preset"
      label={t('letters.presets')}
      placeholder={t('letters.choose_preset')}
      value={null}
      onChange={apply}
      options={data.map(({ name }) => ({ value: name, label: name }))}
    />
  )
}

/** Keeps the choices of the form under a name; the same name replaces a preset. */
export function SavePreset({ form, stock }: { form: UseFormReturn<LettersForm>; stock: string }) {
  const { t } = useTranslation()
  const { data, isLoaded, change } = usePresets()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const isFull = (data?.length ?? 0) >= MOST_PRESETS && !data?.some((preset) => preset.name === name.trim())
  function save(): void {
    const { quantity: _quantity, shipping_date: _day, ...values } = form.getValues()
    const preset: Preset = { ...values, label_name: stock, name: name.trim() }
    void change((before) => [preset, ...(before ?? []).filter((other) => other.name !== preset.name)])
    setOpen(false)
    setName('')
  }
  return (
    <>
      <Button variant="link" isDisabled={!isLoaded} onPress={() => setOpen(true)}>
        {t('letters.save_preset')}
      </Button>
      <Dialog
        title={t('letters.save_preset')}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        actions={
          <Button variant="primary" isDisabled={name.trim() === '' || isFull} onPress={save}>
            {t('letters.save')}
          </Button>
        }
      >
        <TextField
          name="preset_name"
          label={t('letters.preset_name')}
          autoComplete="off"
          maxLength={NAME_CHARS}
          value={name}
          onChange={setName}
          {...(isFull && { error: t('letters.presets_full', { most: MOST_PRESETS }) })}
        />
      </Dialog>
    </>
  )
}
