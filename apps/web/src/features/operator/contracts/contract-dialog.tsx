import type { ContractPriceList } from '@postroom/contract/contract-price'
import { Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import css from '../invoices/invoices.module.css'
import { useSaveContract, useWithdrawContract } from './contract-queries.ts'
import { dayText, servicesText } from './contract-texts.ts'

interface ContractDialogProps {
  list: ContractPriceList
  onClose: () => void
}

/** A list with its file. Before its first day it can be withdrawn, after a second press. */
export function ContractDialog({ list, onClose }: ContractDialogProps) {
  const { t, i18n } = useTranslation()
  const saving = useSaveContract()
  const withdrawing = useWithdrawContract()
  const [isSure, setSure] = useState(false)
  const day = dayText(list.effective_from, i18n.language)
  const withdraw = () =>
    withdrawing.mutate(list.id, {
      onSuccess: () => {
        showToast({ tone: 'good', text: t('contract.withdrawn', { organisation: list.organisation, day }) })
        onClose()
      },
    })
  return (
    <Dialog title={list.organisation} isOpen onClose={onClose}>
      <div className={css.form}>
        <p>{t('contract.about', { count: list.prices, account: list.account, day })}</p>
        <p className={css.quiet}>{t('contract.only_these', { services: servicesText(list, t) })}</p>
        {isSure && <p>{t('contract.withdraw_text')}</p>}
        <div className={css.acts}>
          <Button
            icon={Download}
            isPending={saving.isPending}
            onPress={() => saving.mutate({ id: list.id, from: list.effective_from })}
          >
            {t('contract.save')}
          </Button>
          {list.state === 'coming' && (
            <Button
              icon={Undo2}
              variant={isSure ? 'primary' : 'secondary'}
              isPending={withdrawing.isPending}
              onPress={() => (isSure ? withdraw() : setSure(true))}
            >
              {t(isSure ? 'contract.withdraw_sure' : 'contract.withdraw')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
