import type { BankLine } from '@postroom/contract/bank-statement'
import { toPence } from '@postroom/domain/money'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { formatPence } from '../../../ui/format-pence.ts'
import { showToast } from '../../../ui/toast-queue.ts'
import css from '../operator.module.css'
import { formatDay } from './format-day.ts'
import { SetAside } from './set-aside.tsx'
import { useConfirmLine } from './statement-queries.ts'

/** A transfer, what it may be, and a button for each top-up and payout that it may be. */
export function TransferRow({ line, canBeConfirmed }: { line: BankLine; canBeConfirmed: boolean }) {
  const { t, i18n } = useTranslation()
  const amount = formatPence(toPence(line.amount), i18n.language)
  const isMatched = line.verdict === 'already_credited' && line.proposals.length === 0
  return (
    <li>
      <span>
        <b>{[amount, line.payer].filter(Boolean).join(' · ')}</b> {line.text}
        <small>
          {formatDay(line.day, i18n.language)} · <span className={css.code}>{line.account}</span>
        </small>
        <small>{t(`statements.verdict.${isMatched ? 'matched' : line.verdict}`)}</small>
      </span>
      <span className={css.proposals}>
        {line.proposals.map((proposal) => (
          <Proposal key={proposal.id} line={line} proposal={proposal} canBeConfirmed={canBeConfirmed} />
        ))}
        <SetAside line={line} />
      </span>
    </li>
  )
}

interface ProposalProps {
  line: BankLine
  proposal: BankLine['proposals'][number]
  canBeConfirmed: boolean
}

/** Nobody confirms what they requested themselves. */
function Proposal({ line, proposal, canBeConfirmed }: ProposalProps) {
  const { t, i18n } = useTranslation()
  const { id: ownId } = useUser()
  const confirm = useConfirmLine()
  const { id, organisation: name, reference, requested_by, is_credited } = proposal
  const amount = formatPence(toPence(proposal.amount), i18n.language)
  const press = () =>
    confirm.mutate(
      { lineId: line.id, proposal: id },
      { onSuccess: () => showToast({ tone: 'good', text: t('statements.confirmed', { amount, name }) }) },
    )
  return (
    <span className={css.proposal}>
      <span>
        {amount} · {name}
        <small>
          {reference}
          {requested_by === ownId && ` · ${t('operator.own_request')}`}
        </small>
      </span>
      {canBeConfirmed && requested_by !== ownId && (
        <Button isPending={confirm.isPending} onPress={press}>
          {t(is_credited ? 'statements.match' : 'statements.credit', { amount })}{' '}
          <span className="visually-hidden">
            {name}, {reference}
          </span>
        </Button>
      )}
    </span>
  )
}
