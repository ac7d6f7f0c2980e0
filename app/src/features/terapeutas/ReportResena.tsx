import { useState } from 'react'
import { useFormDraft } from '../../data/borrador.ts'
import { useReport } from '../../data/denuncias.ts'
import type { Denuncia } from '../../lib/revision/motivos.ts'
import { Button } from '../../ui/Button.tsx'
import { DenunciaForm, denunciaVacia } from '../../ui/DenunciaForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import * as toasts from './toasts.ts'

/** The way to tell the team of somebody else's review. */
export function ReportResena({ id, fecha }: { id: string; fecha: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        look="quiet"
        className="px-3 text-sm"
        aria-label={`Denunciar la reseña del ${fecha}`}
        onClick={() => setOpen(true)}
      >
        Denunciar
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title="Denunciar reseña"
        description="Lo lee el equipo, nadie más. Quien la escribió no sabrá que fuiste tú."
      >
        {open && <ReportForm id={id} onSent={close} />}
      </Dialog>
    </>
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
