import { useForm } from '../../components/form/Form.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { toast } from '../../lib/toast/toast.tsx'

/** The form that asks for nothing but an address, to send a mail there. An empty one sends nothing. */
export function useCorreoForm(send: (email: string) => Promise<void>) {
  return useForm({
    initial: { email: '' },
    ready: ({ email }) => email.trim() !== '',
    send: ({ email }) => send(email.trim()),
    onFailure: (failure) => {
      toast({ title: 'No se pudo enviar el correo', description: messageOf(failure), variant: 'destructive' })
    },
  })
}
