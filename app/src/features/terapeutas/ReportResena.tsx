import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DenunciaForm, denunciaVacia } from '../../components/moderation/DenunciaForm.tsx'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import type { Denuncia } from '../../lib/revision/motivos.ts'
import { useReport } from '../../lib/team/denuncias.ts'
import * as toasts from './toasts.ts'

type ReportResenaProps = {
  /** Of the review that is reported; closed while null. */
  id: string | null
  onClose: () => void
}

/** The way to tell the team of somebody else's review. Not in its row: that goes with a review that is taken back, and what is typed with it. */
export function ReportResena({ id, onClose }: ReportResenaProps) {
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title="Denunciar reseña"
      description="Lo lee el equipo, nadie más. Quien la escribió no sabrá que fuiste tú."
    >
      {id !== null && <ReportForm id={id} onSent={onClose} />}
    </Dialog>
  )
}

function ReportForm({ id, onSent }: { id: string; onSent: () => void }) {
  const report = useReport()
  const draft = useFormDraft(`denuncia de reseña ${id}`, denunciaVacia)
  const send = async (denuncia: Denuncia) => {
    await report.mutateAsync({ origen: 'reseña', objeto_id: id, ...denuncia })
    toasts.resenaReported()
    onSent()
  }
  return (
    <DenunciaForm
      draft={draft}
      question="¿Quieres contar algo más?"
      onSend={send}
      onFailure={toasts.reportFailed}
    />
  )
}
