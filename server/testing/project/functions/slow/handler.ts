/** Answers when it is told to stop, which is too late. */
export const createHandler = () => (request: Request) =>
  new Promise<Response>((resolve) =>
    request.signal.addEventListener('abort', () => resolve(new Response('late'))),
  )
