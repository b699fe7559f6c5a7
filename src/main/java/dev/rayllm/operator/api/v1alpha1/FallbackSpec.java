package dev.rayllm.operator.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A provider outside that answers when the model does not, behind a gateway in front of both. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
@ValidationRule(value = "self.baseUrl.startsWith('https://') || (has(self.allowPlainHttp) && self.allowPlainHttp)",
        messageExpression = "\"fallback.baseUrl '\" + self.baseUrl + \"' sends prompts and the key unencrypted: write https://, or set fallback.allowPlainHttp true for a provider inside your network\"")
@ValidationRule(value = "!self.baseUrl.matches('^https?://[^/]+.*(//|/[.]{1,2}(/|$))')",
        messageExpression = "\"fallback.baseUrl '\" + self.baseUrl + \"' must not hold empty parts, . or .. in its path: write the path plainly, such as https://api.example.com/v1\"")
@ValidationRule(value = "!self.baseUrl.matches('/(chat|completions|embeddings|responses|models)/?$')",
        messageExpression = "\"fallback.baseUrl '\" + self.baseUrl + \"' names one call: write what an OpenAI client takes as base URL, which most often ends in /v1\"")
@ValidationRule(value = "!has(self.firstTokenTimeout) || self.firstTokenTimeout.matches('[1-9]')",
        messageExpression = "\"fallback.firstTokenTimeout '\" + self.firstTokenTimeout + \"' must be above zero: the model gets this long for its first token\"")
@ValidationRule(value = "!has(self.answerTimeout) || self.answerTimeout.matches('[1-9]')",
        messageExpression = "\"fallback.answerTimeout '\" + self.answerTimeout + \"' must be above zero: an answer that is not streamed may take this long\"")
public record FallbackSpec(
        @Required @Size(min = 10, max = 512)
        @Pattern("^https?://([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?|\\[[0-9a-fA-F:.]{2,45}\\])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$")
        @JsonPropertyDescription("Base URL of the OpenAI-compatible provider, as an OpenAI client takes it: scheme, host, port and path, such as https://api.example.com/v1; no user, query or fragment.")
        String baseUrl,

        @JsonPropertyDescription("Whether baseUrl may be http, for a provider inside your own network; default false.")
        Boolean allowPlainHttp,

        @Required @Size(min = 1, max = 256) @Pattern("^[!-~]([ -~]*[!-~])?$")
        @JsonPropertyDescription("Model name that the provider knows. Callers go on sending and seeing the name of this model.")
        String model,

        @JsonPropertyDescription("Secret key with the provider's API key, sent as a bearer token. Mounted into the gateway as a file, so a new key needs no restart. Leave out for a provider without keys.")
        SecretKeyRef apiKeySecretRef,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long the model may take to its first token before a streamed request goes to the provider; default 30s, with whenScaledToZero Hold 10m. Short limits throw prefill work away. At most 1h.")
        String firstTokenTimeout,

        @Size(min = 2, max = 32) @Pattern("^([0-9]{1,6}(s|m|h))+$")
        @JsonPropertyDescription("How long the model may take to the whole answer of a request that is not streamed, before it goes to the provider; default 10m. At most 1h.")
        String answerTimeout,

        @Min(1) @Max(1_000_000)
        @JsonPropertyDescription("Most requests under way at the model; further ones go to the provider. Default maxReplicas times the larger of workload.concurrency and scaling.targetOngoingRequests. Divided among the gateway's replicas.")
        Integer maxLocalInFlight,

        @Min(0) @Max(100)
        @JsonPropertyDescription("Steady share of requests that goes to the provider, in percent; default 0. Each side answers when the other fails.")
        Integer trafficPercent,

        @JsonPropertyDescription("What callers get while scaled to zero: Divert (default) answers from the provider at once and wakes the model; Hold lets them wait up to firstTokenTimeout. Only with minReplicas 0.")
        WhenScaledToZero whenScaledToZero,

        @Min(1) @Max(100_000)
        @JsonPropertyDescription("Most requests a second that go to the provider; further ones get 429, or the model's answer where the provider came first. Divided among the gateway's replicas; default no limit.")
        Integer maxExternalRequestsPerSecond,

        @Min(1) @Max(20)
        @JsonPropertyDescription("Gateway pods; default 2.")
        Integer replicas,

        @JsonPropertyDescription("Resources of one gateway pod.")
        GatewayResources resources,

        @Size(min = 1, max = 512) @Pattern("^[a-z0-9][A-Za-z0-9._/:@-]*$")
        @JsonPropertyDescription("Envoy image of the gateway, such as a mirror of your own; default the tested release, 1.40.")
        String image) {
}
