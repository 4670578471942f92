import { Alert, Button, Card, Center, Divider, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ApiProblem } from "../api/problem.ts";
import { useProblemMessage } from "../shared/problem-message.ts";
import { common } from "../texts/common.ts";
import { dictionary, useTexts } from "../texts/texts.ts";
import { canLeaveToSignIn, leaveToSignIn } from "./oauth.ts";
import type { Settings } from "./settings.ts";

const dictionaryOfSignIn = dictionary(
  {
    title: "Console of the marketplace",
    about: "Answer questions, see orders, and follow what your integration does.",
    signIn: "Sign in",
    ended: "Your session has ended. Sign in again to go on.",
    other: (name: string) =>
      `${name} has signed in in this browser since; this tab was of another user. Choose who goes on here.`,
    refused: (reason: string) => `You were not signed in: ${reason}`,
    insecure:
      "This browser can sign in at an https address or on the same machine only: pages that come over plain HTTP get no cryptography.",
    sandbox: "Or as the tester of this sandbox",
    token: "Admin token",
    where: "sandbox.admin_token of sandbox.json in the data directory",
    open: "Open the sandbox",
    wrong: "The sandbox did not take this token.",
  },
  {
    es: {
      title: "Consola del marketplace",
      about: "Responde preguntas, mira órdenes y sigue lo que hace tu integración.",
      signIn: "Iniciar sesión",
      ended: "Tu sesión terminó. Inicia sesión de nuevo para seguir.",
      other: (name) =>
        `${name} inició sesión en este navegador; esta pestaña era de otro usuario. Elige quién sigue aquí.`,
      refused: (reason) => `No se inició la sesión: ${reason}`,
      insecure:
        "Este navegador solo puede iniciar sesión en una dirección https o en la misma máquina: una página que llega por HTTP simple no tiene criptografía.",
      sandbox: "O como quien prueba este sandbox",
      token: "Token de administrador",
      where: "sandbox.admin_token de sandbox.json en el directorio de datos",
      open: "Abrir el sandbox",
      wrong: "El sandbox no aceptó este token.",
    },
    pt: {
      title: "Console do marketplace",
      about: "Responda perguntas, veja pedidos e acompanhe o que a sua integração faz.",
      signIn: "Entrar",
      ended: "A sua sessão terminou. Entre de novo para continuar.",
      other: (name) =>
        `${name} entrou neste navegador; esta aba era de outro usuário. Escolha quem continua aqui.`,
      refused: (reason) => `A sessão não foi iniciada: ${reason}`,
      insecure:
        "Este navegador só pode entrar em um endereço https ou na mesma máquina: uma página que vem por HTTP simples não tem criptografia.",
      sandbox: "Ou como quem testa este sandbox",
      token: "Token de administrador",
      where: "sandbox.admin_token de sandbox.json no diretório de dados",
      open: "Abrir o sandbox",
      wrong: "O sandbox não aceitou este token.",
    },
  },
);

interface Props {
  settings: Settings;
  reason: string | undefined;
  /** Who has signed in in another tab since. */
  other: string | undefined;
  ended: boolean;
  useAdminToken(token: string): Promise<void>;
}

/** Asks who is there: by the gateway's sign-in, and in a sandbox by its admin token as well. */
export function SignIn({ settings, reason, other, ended, useAdminToken }: Props) {
  const texts = useTexts(dictionaryOfSignIn);
  const messageOf = useProblemMessage();
  const [failure, setFailure] = useState(reason);
  const leave = () => {
    if (!canLeaveToSignIn()) return setFailure(texts.insecure);
    leaveToSignIn(settings, { isChoice: other !== undefined }).catch((error) => setFailure(messageOf(error)));
  };
  return (
    <Center mih="100dvh" p="md" component="main">
      <Card withBorder padding="lg" w="100%" maw={420}>
        <Stack>
          <Title order={1} size="h3">
            {texts.title}
          </Title>
          <Text>{texts.about}</Text>
          {ended && <Alert role="alert">{texts.ended}</Alert>}
          {other !== undefined && <Alert role="alert">{texts.other(other)}</Alert>}
          {failure !== undefined && (
            <Alert role="alert" color="red">
              {texts.refused(failure)}
            </Alert>
          )}
          <Button onClick={leave}>{texts.signIn}</Button>
          {settings.lab && <AdminTokenForm useAdminToken={useAdminToken} />}
        </Stack>
      </Card>
    </Center>
  );
}

/** Whether the lab does not know the token; anything else is no fault of it. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 401 || error.status === 403);

function AdminTokenForm({ useAdminToken }: Pick<Props, "useAdminToken">) {
  const texts = useTexts(dictionaryOfSignIn);
  const { reveal } = useTexts(common);
  const [token, setToken] = useState("");
  const messageOf = useProblemMessage();
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    await useAdminToken(token.trim()).catch((error) => {
      setFailure(error);
      setBusy(false);
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Divider label={texts.sandbox} />
        <PasswordInput
          label={texts.token}
          description={texts.where}
          visibilityToggleButtonProps={{ "aria-label": reveal }}
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
          error={failure !== undefined && (isRefused(failure) ? texts.wrong : messageOf(failure))}
          required
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {texts.open}
        </Button>
      </Stack>
    </form>
  );
}
