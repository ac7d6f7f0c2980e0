import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Retorno } from '../../lib/session/retorno.ts'
import { retornoText } from '../../lib/session/retornoText.ts'
import { toast } from '../../lib/toast/toast.tsx'

const EXPIRED_CODES = ['otp_expired', 'flow_state_expired', 'flow_state_not_found']

/** The auth service sent her back with an error: an e-mail link that is spent, or a refusal by the identity provider. */
export function ReturnedWithError({ retorno }: { retorno: Retorno & { kind: 'error' } }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { code, description } = retorno

  useEffect(() => {
    if (EXPIRED_CODES.includes(code)) {
      // Where the link was to lead says what a new one is for.
      navigate('/cuenta/enlace-vencido', { replace: true, state: { destino: pathname } })
      return
    }
    toast({
      title: 'Error con Google',
      description: retornoText({ code, description }),
      variant: 'destructive',
    })
    navigate('/login', { replace: true })
  }, [code, description, navigate, pathname])

  return null
}
