import { canonicalJson } from '@postroom/contract/canonical-json'
import type { SendingRuleFields } from '@postroom/contract/sending-rule'
import type { Shop } from '@postroom/contract/shop'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import css from '../administration.module.css'
import { changed, formOf, newRule, ruleOf, type RuleForm } from './rule-form.ts'
import { outcomeText, RuleRow } from './rule-row.tsx'
import { previewQuery, rulesQuery, useSaveRules } from './rule-queries.ts'
import own from './shops.module.css'

/** The rules for orders of shops, in their order, with what each would have done last week. */
export function RulesCard({ shops }: { shops: readonly Shop[] }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery(rulesQuery())
  return (
    <Card title={t('rules.title')}>
      <p className={own.about}>{t('rules.about')}</p>
      {data ? (
        <RulesForm saved={data} shops={shops} />
      ) : isError ? (
        <Notice tone="error" action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
          {t('rules.not_loaded')}
        </Notice>
      ) : (
        <Progress label={t('common.loading')} />
      )}
    </Card>
  )
}

function RulesForm({ saved, shops }: { saved: readonly SendingRuleFields[]; shops: readonly Shop[] }) {
  const { t } = useTranslation()
  const [forms, setForms] = useState<readonly RuleForm[]>(() => saved.map(formOf))
  const save = useSaveRules()
  const read = forms.flatMap((form) => ruleOf(form) ?? [])
  const rules = read.length === forms.length ? read : undefined
  const { data: preview } = useQuery(previewQuery(rules))
  const isChanged = canonicalJson(read) !== canonicalJson(saved)
  const move = (from: number, to: number) => setForms(forms.toSpliced(from, 1).toSpliced(to, 0, forms[from]!))
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (rules) save.mutate(rules)
      }}
    >
      {forms.length > 0 && (
        <ol className={own.rules}>
          {forms.map((form, place) => (
            <RuleRow
              key={form.key}
              form={form}
              place={place}
              count={forms.length}
              shops={shops}
              outcome={preview?.rules[place]}
              onChange={(change) => setForms(forms.with(place, changed(form, change)))}
              onMove={(step) => move(place, place + step)}
              onRemove={() => setForms(forms.toSpliced(place, 1))}
            />
          ))}
        </ol>
      )}
      {preview && (
        <output className={own.rest}>
          {preview.orders === 0
            ? t('rules.no_orders')
            : t('rules.rest', { orders: preview.orders, outcome: outcomeText(preview.rest, t) })}
        </output>
      )}
      {save.isError && (
        <Notice tone="error" isLive>
          {t('rules.not_saved')}
        </Notice>
      )}
      <div className={css.acts}>
        <Button icon={Plus} onPress={() => setForms([...forms, newRule()])}>
          {t('rules.add')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          isDisabled={!isChanged || rules === undefined}
          isPending={save.isPending}
        >
          {t('rules.save')}
        </Button>
      </div>
    </form>
  )
}
