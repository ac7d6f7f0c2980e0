export const createHandler = () => async () => new Response('for everybody')
