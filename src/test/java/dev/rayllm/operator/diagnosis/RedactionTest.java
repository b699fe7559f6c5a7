package dev.rayllm.operator.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets of the forms that models, clouds and registries use never come out; words around them stay. */
class RedactionTest {

    /** The secret is what stands between the two bars; none of them is real. */
    @ParameterizedTest
    @ValueSource(strings = {
        "huggingface_hub.errors: token |hf_AbCdEfGhIjKlMnOpQrStUvWxYz012345| is not valid",
        "Authorization: Bearer |abc.DEF-123_456|",
        "headers={'authorization': 'Bearer |eyJhbGciOi.JIUzI1NiJ9.x|'}",
        "AWS_ACCESS_KEY_ID=|AKIAIOSFODNN7EXAMPLE| in environment",
        "aws_secret_access_key = |wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY|",
        "cannot connect to postgres://admin:|hunter2|@db.example:5432/x",
        "GET https://bucket.s3.amazonaws.com/x?X-Amz-Signature=|8f3bda0c9e| failed",
        "GET https://acme.blob.core.windows.net/x?sv=2024&sig=|Zm9vYmFy%3D| failed",
        "api_key=|sk-abcdefghijklmnopqrstuvwx|",
        "{\"password\": \"|correct-horse|\"}",
        "OPENAI_API_KEY: |0123456789abcdef|",
        "HF_TOKEN=|not-a-usual-form-at-all|",
        "git clone https://oauth2:|ghp_abcdefghijklmnop1234|@github.com/x/y",
        "eyJhbGciOiJIUzI1NiJ9.|eyJzdWIiOiIxMjM0In0|.abc was refused"})
    void secretsAreHidden(String text) {
        String secret = text.substring(text.indexOf('|') + 1, text.lastIndexOf('|'));
        String redacted = Redaction.redact(text.replace("|", ""));
        assertThat(redacted).doesNotContain(secret).contains(Redaction.HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "max_num_batched_tokens=8192, max_tokens: 16, tokenizer='mistral', tokenizer_mode=auto",
        "spec.model.tokenSecretRef: Secret 'hub' in namespace 'llm' does not exist: make it, or mend the name",
        "Access to model meta-llama/Llama-3.2-1B is restricted. You must be authenticated to access it.",
        "container ray-worker terminated: OOMKilled, exit code 137",
        "http://mistral-serve-svc.llm.svc:8000/v1",
        "put a token of an account that may read the model into a Secret and name it in model.tokenSecretRef",
        "Secret 'hub' has no key 'token': add it, or name another key",
        "GPU KV cache size: 201,632 tokens"})
    void wordsAboutSecretsStay(String text) {
        assertThat(Redaction.redact(text)).isEqualTo(text);
    }
}
