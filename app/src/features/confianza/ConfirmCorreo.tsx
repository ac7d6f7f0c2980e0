import { useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../components/button/Button.tsx'
import { Carta } from '../../components/illustrations/Carta.tsx'
import { NoticePage } from '../../components/layout/NoticePage.tsx'
import { messageOf } from '../../lib/api/errors.ts'
import { confirmCorreo } from './confianza.ts'

/** Where the link of a confirming mail lands. Opening it does nothing, since mail scanners open links too. */
export function ConfirmCorreo() {
  const { clave = '' } = useParams()
  const [state, setState] = useState<'asks' | 'busy' | 'done' | 'gone'>('asks')
  const [failure, setFailure] = useState('')

  const confirm = async () => {
    setState('busy')
    setFailure('')
    try {
      setState((await confirmCorreo(clave)) ? 'done' : 'gone')
    } catch (failed) {
      setFailure(messageOf(failed))
      setState('asks')
    }
  }

  return (
    <>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      {state === 'done' ? (
        <NoticePage
          key={state}
          illustration={<Carta open className="w-44" />}
          title="Listo: tu correo recibe avisos"
        >
          <p className="text-tinta-suave">
            Ya puedes cerrar esta página. Si vienes de la otra, vuelve a ella: se actualiza sola.
          </p>
        </NoticePage>
      ) : state === 'gone' ? (
        <NoticePage key={state} illustration={<Carta className="w-44" />} title="Este enlace ya no sirve">
          <p className="text-tinta-suave">
            Venció, o pediste otro después. Abre el correo más reciente, o pide uno nuevo en tu página de
            contacto.
          </p>
          <p className="text-tinta-suave">Mientras tanto no te llegan avisos a este correo.</p>
        </NoticePage>
      ) : (
        <NoticePage illustration={<Carta className="w-44" />} title="¿Este correo es tuyo?">
          <p className="text-tinta-suave">
            Confírmalo para recibir aquí los avisos de quien te eligió como contacto de confianza. Si no sabes
            de qué se trata, cierra esta página: no te llega nada.
          </p>
          <p role="alert" className="text-alerta-texto empty:hidden">
            {failure}
          </p>
          <Button size="lg" wide busy={state === 'busy'} onClick={() => void confirm()}>
            Confirmar mi correo
          </Button>
        </NoticePage>
      )}
    </>
  )
}
