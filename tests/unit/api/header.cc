// The public header from C++: it compiles there, and its names link as C names.
#include <lob/lob.h>

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
    lob_desk *desk = lob_desk_new();
    lob_doc *doc = nullptr;
    if (argc != 2 || desk == nullptr || lob_doc_open(desk, argv[1], &doc) != 0) {
        std::printf("cannot open\n");
        lob_desk_drop(desk);
        return 1;
    }
    lob_doc_info info;
    lob_doc_describe(doc, &info);
    std::vector<double> areas(info.layer_count);
    lob_doc_view view = {lob_doc_top_at(doc, 0), nullptr, nullptr, 0};
    int status = lob_doc_measure_layers(desk, doc, &view, areas.data());
    std::printf("%u layers, status %d, api %d\n", static_cast<unsigned>(areas.size()), status, lob_api_version());
    lob_doc_close(doc);
    lob_desk_drop(desk);
    return status;
}
