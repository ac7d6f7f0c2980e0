import { useFormDraft } from '../../data/borrador.ts'
import { useReport } from '../../data/denuncias.ts'
import { messageOf } from '../../data/errors.ts'
import type { Denuncia } from '../../lib/revision/motivos.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { DenunciaForm, type Denunciando } from '../../ui/DenunciaForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
