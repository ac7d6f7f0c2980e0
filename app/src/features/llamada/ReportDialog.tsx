import { Dialog } from '../../components/dialog/Dialog.tsx'
import { DenunciaForm, type Denunciando } from '../../components/moderation/DenunciaForm.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { useFormDraft } from '../../lib/offline/drafts.ts'
import type { Denuncia } from '../../lib/revision/motivos.ts'
import { useReport } from '../../lib/team/denuncias.ts'
import { toast } from '../../lib/toast/toast.tsx'
import type { Presente } from './presentes.ts'

/** Reports somebody who is in the call. */
export function ReportDialog({ quien, onClose }: { quien: Presente | null; onClose: () => void }) {
  return (
    <Dialog
      open={quien !== null}
      onClose={onClose}
      title={`Denunciar a ${quien?.nombre ?? ''}`}
      description="Lo lee el equipo, nadie más. La llamada sigue."
    >
      {quien && <ReportForm autora_id={quien.userId} onSent={onClose} />}
    </Dialog>
  )
}

function ReportForm({ autora_id, onSent }: { autora_id: string; onSent: () => void }) {
  const report = useReport()
  const draft = useFormDraft<Denunciando>(`denuncia de llamada ${autora_id}`, {
    motivo: 'acoso',
    detalle: '',
    contacto: false,
  })
  const send = async (denuncia: Denuncia) => {
    const { id, renew } = draft
    await report.mutateAsync({ origen: 'llamada', autora_id, id, renew, ...denuncia })
    toast({ title: 'Gracias por avisar', description: 'El equipo lo revisará. No sabrá que fuiste tú.' })
    onSent()
  }
  const sayFailed = (failure: unknown) =>
    toast({
      title: 'No se pudo enviar tu denuncia.',
      description: messageOf(failure),
      variant: 'destructive',
    })
  return <DenunciaForm draft={draft} question="¿Qué pasó?" onSend={send} onFailure={sayFailed} />
}
