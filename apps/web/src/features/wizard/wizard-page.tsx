import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { useKeepAddressee } from '../../addresses/use-keep-addressee.ts'
import { BuyNotices } from '../../buying/buy-notices.tsx'
import { ResultCard } from '../../buying/result-card.tsx'
import { DraftNotice } from '../../drafts/draft-notice.tsx'
import { problemsOf } from '../../item-form/form-problems.ts'
import { problemText } from '../../item-form/problem-text.ts'
import { useShippingForm } from '../../item-form/use-shipping-form.ts'
import { useToday } from '../../item-form/use-today.ts'
import { useItemDraft } from '../../sending/use-item-draft.ts'
import { useSend } from '../../sending/use-send.ts'
import { focusReason } from '../../sending/use-wait-to-buy.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Page } from '../../ui/page.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { CheckAnswers } from './check-answers.tsx'
import { Question } from './question.tsx'
import { SoFar } from './so-far.tsx'
import { namesOf, questionsFor, stepAfter, stepFor, stepOf, type Step } from './steps.ts'
import { useWaitForPrices } from './use-wait-for-prices.ts'
import css from './wizard-page.module.css'

/** The guided purchase of the Lite plan: one question a page, then the answers to check. The step is in the address. */
export function Component() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const today = useToday()
  const shipping = useShippingForm(today, {})
  const send = useSend(shipping)
  const { form, facts } = shipping
  const { purchase } = send.sending.buying
  const draft = useItemDraft('wizard', shipping, purchase)
  const keep = useKeepAddressee(purchase.phase === 'bought' && !purchase.resumed ? purchase.shipment : undefined)
  const [attempts, setAttempts] = useState(0)

  const found = problemsOf(form.formState.errors)
  const questions = questionsFor(form.getValues(), send.rating.rates?.data.length !== 0)
  const asked = search.get('step')
  const step = stepFor(
    asked,
    form.getValues(),
    questions,
    found.map(({ name }) => stepOf(name)),
  )
  const problems = found.filter(({ name }) => stepOf(name) === step)
  const isChange = search.has('change') || (asked === 'check' && problems.length > 0)
  const go = (to: Step, change = false) =>
    void navigate({ search: new URLSearchParams({ step: to, ...(change && { change: '' }) }).toString() })

  /** Takes the chosen or suggested service; the check shows it when newer prices come. */
  const takeService = () => {
    if (!send.quote) return focusReason()
    shipping.chooseService(send.quote.service.code)
    go(stepAfter(step, questions, isChange))
  }
  const prices = useWaitForPrices(step, !send.rating.isPending, takeService)

  async function answer(): Promise<void> {
    if (!(await form.trigger(namesOf(step)))) return setAttempts(attempts + 1)
    if (step !== 'speed') return go(stepAfter(step, questions, isChange))
    if (!send.quote && send.rating.isPending) return prices.start()
    takeService()
  }

  /** Buys; an answer that is refused now is asked again. */
  async function buy(): Promise<void> {
    if (await form.trigger()) return send.buy()
    setAttempts(attempts + 1)
  }
  const act = () => void (step === 'check' ? buy() : answer())
  useShortcut(step === 'check' ? 'buy' : 'go_on', act)

  const number = questions.indexOf(step) + 1
  const isFirst = step === 'to'
  return (
    <Page
      key={step}
      title={t(`wizard.title.${step}`)}
      above={
        <>
          {!isFirst && (
            <Button variant="link" icon={ChevronLeft} onPress={() => void navigate(-1)}>
              {t('wizard.back')}
            </Button>
          )}
          {number > 0 && <p className={css.number}>{t('wizard.number', { number, count: questions.length })}</p>}
        </>
      }
    >
      {isFirst && <DraftNotice offer={draft} />}
      <div className={css.columns}>
        <div className={css.main}>
          <ResultCard
            sending={send.sending}
            onSendAnother={(shipment) => {
              shipping.sendAnother(shipment)
              go('what')
            }}
          />
          <ErrorSummary
            key={attempts}
            errors={problems.map((problem) => ({
              name: problem.name,
              message: problemText(problem, facts.packaging, t),
            }))}
          />
          {step === 'check' ? (
            <CheckAnswers
              shipping={shipping}
              send={send}
              today={today}
              questions={questions}
              onChange={(question) => go(question, true)}
              onBuy={act}
              onStartAgain={() => {
                shipping.startAnew()
                go('to')
              }}
            />
          ) : (
            <form
              className={css.question}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                void answer()
              }}
            >
              <Question
                step={step}
                shipping={shipping}
                send={send}
                today={today}
                keep={keep}
                isChange={isChange}
                hasErrors={problems.length > 0}
              />
              <Button id="continue" variant="primary" type="submit" isPending={prices.isWaiting}>
                {t('wizard.continue')}
              </Button>
              <p className={css.kept}>{t('wizard.kept')}</p>
            </form>
          )}
          {step !== 'check' && purchase.phase !== 'idle' && (
            <BuyNotices
              sending={send.sending}
              test={send.test.progress}
              block={undefined}
              doubts={[]}
              held={send.held}
              changedTo={undefined}
            />
          )}
        </div>
        {step !== 'check' && <SoFar step={step} shipping={shipping} quote={send.quote} today={today} />}
      </div>
    </Page>
  )
}
