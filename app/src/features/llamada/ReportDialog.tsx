import { ask } from '../../data/ask.ts'
import { messageOf } from '../../data/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'
import { type Denuncia, DenunciaForm } from '../../ui/DenunciaForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Presente } from './presentes.ts'

/** Reports somebody who is in the call. */
export function ReportDialog({ quien, onClose }: { quien: Presente | null; onClose: () => void }) {
  const send = async (autora_id: string, denuncia: Denuncia) => {
    try {
      await ask((db) => db.from('reportes_sala').insert({ origen: 'llamada', autora_id, ...denuncia }))
      toast({ title: 'Gracias por avisar', description: 'El equipo lo revisará. No sabrá que fuiste tú.' })
      onClose()
    } catch (failure) {
      toast({
        title: 'No se pudo enviar tu denuncia.',
        description: messageOf(failure),
        variant: 'destructive',
      })
    }
  }

  return (
    <Dialog
      open={quien !== null}
      onClose={onClose}
      title={`Denunciar a ${quien?.nombre ?? ''}`}
      description="Lo lee el equipo, nadie más. La llamada sigue."
    >
      {quien && (
        <DenunciaForm
          motivo="acoso"
          question="¿Qué pasó?"
          onSend={(denuncia) => send(quien.userId, denuncia)}
        />
      )}
    </Dialog>
  )
}
