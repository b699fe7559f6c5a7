package dev.rayllm.operator.catalog.huggingface;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Models that write no text token by token: encoders, classifiers, and pairs of encoder and decoder, whose cache is another one. */
public final class NotGenerating {

    private static final Set<String> ENCODERS = Set.of("bert", "roberta", "xlm-roberta", "xlm-roberta-xl", "distilbert", "albert", "electra",
            "deberta", "deberta-v2", "mpnet", "modernbert", "nomic_bert", "camembert", "longformer", "big_bird", "ernie", "squeezebert",
            "xlnet", "clip", "clip_text_model", "clip_vision_model", "siglip", "siglip_vision_model", "vit", "dinov2", "wav2vec2");
    private static final Set<String> PAIRS = Set.of("t5", "mt5", "umt5", "longt5", "switch_transformers", "bart", "mbart", "pegasus",
            "marian", "m2m_100", "nllb-moe", "blenderbot", "prophetnet", "led", "fsmt", "whisper", "speech_to_text", "t5gemma");
    private static final String PAIR = "a pair of encoder and decoder";
    private static final String ENCODER = "an encoder";
    private static final Pattern OTHER_HEADS = Pattern.compile(
            ".*For(MaskedLM|SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice|NextSentencePrediction)");

    private NotGenerating() {
    }

    /** What a model of a type is instead of a decoder, in words; null for every other type. */
    public static String kind(String modelType) {
        String type = modelType.toLowerCase(Locale.ROOT);
        return PAIRS.contains(type) ? PAIR : ENCODERS.contains(type) ? ENCODER : null;
    }

    /** Tells it as a fault when a file describes such a model. */
    static void check(Level whole, String type, Notes notes) {
        String kind = type.toLowerCase(Locale.ROOT);
        if (PAIRS.contains(kind) || Boolean.TRUE.equals(whole.yes("is_encoder_decoder"))) {
            notes.fault("model_type '" + JsonFile.cut(type) + "' is " + PAIR + ": only models that generate text with a decoder alone can"
                    + " be sized");
        } else if (ENCODERS.contains(kind)) {
            notes.fault("model_type '" + JsonFile.cut(type) + "' is " + ENCODER + ": only models that generate text can be sized");
        } else {
            architectures(whole, notes);
        }
    }

    private static void architectures(Level whole, Notes notes) {
        JsonNode names = whole.value("architectures");
        if (names == null || !names.isArray() || names.isEmpty()) {
            return;
        }
        for (JsonNode name : names) {
            if (!OTHER_HEADS.matcher(name.asText()).matches()) {
                return;
            }
        }
        notes.fault("architectures names " + JsonFile.cut(names.get(0).asText()) + ", which labels text and does not generate it: only"
                + " models that generate text can be sized");
    }
}
